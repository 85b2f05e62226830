"""Holds the output of `cargo metadata` (standard input) against a policy in the form of cargo-deny (first argument)."""

import collections
import json
import sys
import tomllib

from license_expression import get_spdx_licensing


def is_allowed(expression, allowed):
    """Whether the allowed licences satisfy an expression such as (MIT OR Apache-2.0) AND Unicode-3.0."""
    # Old manifests write MIT/Apache-2.0 where SPDX writes OR.
    parsed = get_spdx_licensing().parse(expression.replace("/", " OR "), validate=True)

    def holds(node):
        if node.isliteral:
            return node.render() in allowed
        parts = [holds(part) for part in node.args]
        return all(parts) if node.operator == "&" else any(parts)

    return holds(parsed)


def main():
    with open(sys.argv[1], "rb") as file:
        policy = tomllib.load(file)
    metadata = json.load(sys.stdin)
    used = {node["id"] for node in metadata["resolve"]["nodes"]}
    packages = [package for package in metadata["packages"] if package["id"] in used]
    allowed = set(policy["licenses"]["allow"])
    skipped = set(policy["bans"]["skip"])
    faults = []
    versions = collections.defaultdict(set)
    for package in packages:
        name = f"{package['name']}@{package['version']}"
        versions[package["name"]].add(name)
        if not package["license"] or not is_allowed(package["license"], allowed):
            faults.append(f"{name}: licence {package['license']} is not allowed")
        source = package["source"]
        if source is not None and not source.startswith("registry+"):
            faults.append(f"{name}: comes from {source}, not from the registry")
    for names in versions.values():
        if len(names - skipped) > 1:
            faults.append(f"{', '.join(sorted(names))}: more than one version")
    for name in sorted(skipped - {name for names in versions.values() if len(names) > 1 for name in names}):
        faults.append(f"{name}: the policy skips it, and there is no second version of it")
    for fault in faults:
        print(f"scripts/test-dependencies: {fault}", file=sys.stderr)
    print(f"{len(packages)} packages, {len(allowed)} licences allowed, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
