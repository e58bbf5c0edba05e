# Validates model files against the schema: validate.py SCHEMA SOURCE. Exit code 77: a package is missing.
import glob
import json
import sys

try:
    import jsonschema
    import yaml
except ImportError:
    sys.exit(77)


# as the schema sees a file: texts and numbers, no dates; `on` and `yes` are texts, as in YAML 1.2
class Loader(yaml.SafeLoader):
    pass


Loader.yaml_implicit_resolvers = {
    letter: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag != "tag:yaml.org,2002:timestamp" and (tag != "tag:yaml.org,2002:bool" or letter in "tTfF")
    ]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
source = sys.argv[2]


def is_valid(path):
    return validator.is_valid(yaml.load(open(path, encoding="utf-8"), Loader=Loader))


machines = [path for path in glob.glob(source + "/examples/*/*.yaml") if not path.endswith("/equations.yaml")]
right = machines + glob.glob(source + "/tests/model_io/good/*.yaml")
wrong = """unknown_key_top unknown_key_body unknown_key_joint unknown_key_load unknown_key_place unknown_key_far
unknown_joint_type unknown_load_type unknown_constraint_type missing_key missing_type missing_bodies vector_too_short
vector_too_long vector_is_scalar list_as_top list_as_section scalar_as_top inertia_one_number axis_word
coordinates_not_a_list rotation_wrong decimal_comma_list unquoted_comma_in_list unquoted_comma_in_mapping
empty_value custom_keys state_wrong output_wrong constraint_wrong base_wrong many many_bodies missing_space
sections_misspelt truncated_after_section unit_wrong spherical_sequence alias_twice axes_world_elsewhere event_structure
bushing_wrong independent_not_a_list linkage_structure""".split()
faults = [f"{path}: refused" for path in right if not is_valid(path)]
faults += [f"{name}: accepted" for name in wrong if is_valid(f"{source}/tests/model_io/wrong/{name}.yaml")]
assert len(right) >= 3
print("\n".join(faults))
sys.exit(1 if faults else 0)
