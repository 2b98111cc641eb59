#!/bin/bash
# Submits a reproduction to Slurm: a job array with one shard per task, and a job that merges once all of them are done.
#
#   scripts/slurm/submit.sh SHARDS DIR (--all | ID…) [--quick]
#
# Run it from anywhere; the working copy (with node_modules) and DIR must be on a file system that the nodes share.
#   SBATCH_OPTIONS   options for every job, like "--partition=short --account=tcp --cpus-per-task=8"
#   SAWTOOTH_SIM     how the command line is started on a node, if not by "npm run -s sim --"
set -euo pipefail

if (($# < 3)) || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
shards=$1
mkdir -p "$2/logs"
folder=$(cd "$2" && pwd)
shift 2

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$scripts/../.."
read -ra options <<<"${SBATCH_OPTIONS:-}"
submit() { sbatch --parsable "${options[@]}" "$@"; }

array=$(submit --array="1-$shards" --output="$folder/logs/%A-%a.log" "$scripts/reproduce.sbatch" "$shards" "$folder" "$@")
merge=$(submit --dependency="afterok:${array%%;*}" --output="$folder/logs/%A-merge.log" "$scripts/merge.sbatch" "$folder")
echo "shards: job ${array%%;*}, merge: job ${merge%%;*}; results and logs in $folder"
