#!/bin/sh
#SBATCH --job-name=scenarios
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
# A Slurm array: 8 tasks, each a shard of the suite. Submit it, and the merge
# after it:
#
#   job=$(sbatch --parsable docs/ci/slurm.sh)
#   sbatch --dependency=afterany:$job --wrap 'scenario merge blobs --report junit=junit.xml'
#
# An array that is a list of single indices (1,3,7) has no shard by its place:
# write --shard i/n then.
scenario run tests/ --shard auto --retries 1 \
	--results "results/$SLURM_ARRAY_TASK_ID" \
	--report blob="blobs/shard-$SLURM_ARRAY_TASK_ID.zip"
