#!/bin/sh
# The job array of ludus(7) under Slurm, whose daemons run here as this user, in a folder of their own: its rows and counts
# are those of one run.
. tests/tap

PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch parallel; do
    command -v $program >/dev/null || { skip "job array" "$program is not installed"; exit 0; }
done
manual=$PWD/man/ludus.7
cd "$work" || exit 2
node=$(hostname -s)
port=$((20000 + $$ % 20000))
cat >slurm.conf <<END
ClusterName=ludus
SlurmctldHost=$node(localhost)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$node NodeAddr=localhost CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
export SLURM_CONF="$work/slurm.conf" HOME="$work"
mkdir state spool .parallel
: >.parallel/will-cite
chmod 755 .
(umask 077 && head -c 1024 /dev/urandom >key)

# Called at the end.
# shellcheck disable=SC2317
stop() {
    for daemon in slurmd slurmctld munged; do
        pid=$(cat "$work/$daemon.pid") && kill "$pid" && timeout 10 tail --pid="$pid" -f /dev/null
    done 2>/dev/null
    rm -rf "$work"
}
trap stop EXIT
start() {
    munged --force --num-threads=1 --socket="$work/munge.socket" --key-file="$work/key" --pid-file="$work/munged.pid" \
        --log-file="$work/munged.log" --seed-file="$work/munge.seed" && slurmctld && slurmd || return 1
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sinfo -h -o %t | grep -q idle && return
        sleep 1
    done
    cat ./*.log
    return 1
}
check "Slurm starts" start

# shown NAME: the commands under that comment of ludus(7).
shown() {
    awk -v name="$1" '/^\.\\"/ { inside = $2 == name; next } /^\.Ed/ { inside = 0 } inside && !/^\.Bd/' "$manual" |
        sed 's/\\e/\\/g; s/\\(dq/"/g; s/\\(aq/'"'"'/g; s/^\$ //'
}
{
    ludgen -r chess -n 200 -m 60 | sed '31~170s/\. [A-Z]/. Z/'
    ludgen -r ludus-equitum -n 60 -m 40
} >big.pgn
shown plan | sed 's/size=[0-9]*/size=50000/' >plan.sh
sh plan.sh
check "the plan has several parts" test "$(wc -l <plan)" -gt 2
shown slurm >array.sh
timeout 300 sh -e array.sh >printed 2>said
check "all tasks of the array succeed" test $? -eq 0
ludstat big.pgn >one 2>/dev/null
sed 1d printed >counts # sbatch prints the number of the job
check "counts are those of one run" cmp one counts
ludplay --table big.pgn >one 2>/dev/null
check "so are rows" cmp one plies.tsv
