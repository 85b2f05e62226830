"""Whether workflow files of hosted CI (arguments) can be read, have what one needs, and run scripts/test."""

import sys

import yaml


def faults(workflow):
    # YAML 1.1 reads the key `on` as true.
    if not isinstance(workflow, dict) or True not in workflow or not workflow.get("jobs"):
        yield "needs 'on' and 'jobs'"
        return
    runs = []
    for name, job in workflow["jobs"].items():
        if not job.get("runs-on") or not job.get("steps"):
            yield f"job {name} needs 'runs-on' and 'steps'"
        for step in job.get("steps") or []:
            if ("run" in step) == ("uses" in step):
                yield f"job {name}: a step has either 'run' or 'uses': {step}"
            runs.append(step.get("run"))
    if "scripts/test" not in runs:
        yield "does not run scripts/test"


def main():
    found = []
    for name in sys.argv[1:]:
        try:
            with open(name, encoding="utf-8") as file:
                found += [f"{name}: {fault}" for fault in faults(yaml.safe_load(file))]
        except (OSError, yaml.YAMLError) as error:
            found.append(f"{name}: {' '.join(str(error).split())}")
    for fault in found:
        print(f"scripts/workflow.py: {fault}", file=sys.stderr)
    print(f"{len(sys.argv) - 1} workflows, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
