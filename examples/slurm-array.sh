#!/bin/bash
# SPDX-License-Identifier: MIT
#
# A batch on many machines, by Slurm's job arrays: each task takes its share of
# the lines, and goes on where it was broken off when it is begun again.
#
#   sbatch --array=0-31 slurm-array.sh batch.jsonl results
#   cat results.*.jsonl >results.jsonl
#
# Requests need a custom_id: without one it is the number of the line in the
# task's share. One task a machine is enough: batch uses all processors it has.
#
#SBATCH --job-name=codeexec
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=1G
#SBATCH --requeue
#SBATCH --open-mode=append

set -euo pipefail
input=$1
results=$2
count=${SLURM_ARRAY_TASK_COUNT:?is set in a job array: sbatch --array=0-31 $0 INPUT RESULTS}
share=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))

awk -v count="$count" -v share="$share" 'NR % count == share' "$input" |
	codeexec batch --allow "${CODEEXEC_ALLOW:-python}" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
		--quiet --resume "$results.$share.jsonl"
