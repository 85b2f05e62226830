#!/bin/sh
# Runs a plan of UNITS units on a Slurm cluster: sh slurm.sh
#
# An array job runs the units, at most 64 of its tasks at a time. A second job follows when all tasks have ended well: it
# runs the units that waited for others, and merges the findings into the record. Units that are finished are passed over, so
# this may be submitted again at any time. Every node needs tait and this directory.
#
# Change these lines as your cluster needs them, and add others, such as --partition or --mem.
#SBATCH --job-name=tait
#SBATCH --cpus-per-task=1
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# Two minutes before its time is over, a task stops its unit and queues itself again. The unit goes on from there.
#SBATCH --signal=B:USR1@120
set -eu
tait=${TAIT:-tait}
tasks=TASKS
at_once=64

stop() {
    is_over=yes
    kill -TERM "$unit" 2>/dev/null || true
}

# Runs a command until it ends or the time is nearly over. Exit code 3 means that something is left to do.
run() {
    is_over=no code=0
    trap stop USR1
    "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" &
    unit=$!
    # A signal ends the first wait.
    while kill -0 "$unit" 2>/dev/null; do
        code=0
        wait "$unit" || code=$?
    done
    if [ "$is_over" = yes ] && [ "$code" = 3 ]; then
        scontrol requeue "$SLURM_JOB_ID"
        exit 3
    fi
    [ "$code" = 0 ] || [ "$code" = 3 ] || exit "$code"
}

case ${1:-submit} in
    submit)
        plan=$(cd "$(dirname "$0")" && pwd)
        mkdir -p "$plan/slurm"
        units=$(sbatch --parsable --array="0-$((tasks - 1))%$at_once" --output="$plan/slurm/%a.txt" "$0" units "$plan")
        # Where there are several clusters, the number of a job is followed by its cluster. Jobs wait for those of their own.
        set --
        case $units in *";"*) set -- --clusters="${units#*;}" ;; esac
        units=${units%%;*}
        merge=$(sbatch --parsable --dependency="afterok:$units" --kill-on-invalid-dep=yes --output="$plan/slurm/merge.txt" \
            "$@" "$0" merge "$plan")
        echo "submitted: job $units runs the units, job ${merge%%;*} merges their findings"
        ;;
    units) run "$tait" cluster run "$2" --slice "$((SLURM_ARRAY_TASK_ID + 1))/$tasks" ;;
    merge)
        run "$tait" --quiet cluster run "$2"
        "$tait" cluster merge "$2"
        ;;
esac
