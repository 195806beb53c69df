"""Makes the calls of the scenario by boto3 or by the AWS CLI.

    python3 python_client.py (boto3|aws-cli) <endpoint>

The first line of standard output is {"operations"}: what the client knows. A line of standard input is {"operation","input"}; the line that answers it is {"output"} or
{"error":{"name","message"}}. The AWS CLI runs inside this process, by the function that its command `aws` consists of:
a start of the interpreter for each of some two hundred calls would take minutes.
"""

import contextlib
import io
import json
import re
import sys


def boto3_caller(endpoint):
    import boto3
    from botocore import xform_name
    from botocore.exceptions import ClientError

    client = boto3.client("cognito-idp", endpoint_url=endpoint)

    def call(operation, given):
        try:
            output = getattr(client, xform_name(operation))(**given)
        except ClientError as error:
            told = error.response["Error"]
            return refusal(told["Code"], told["Message"])
        return {"output": {name: value for name, value in output.items() if name != "ResponseMetadata"}}

    return call, client.meta.service_model.operation_names


TOLD = re.compile(r"An error occurred \((\w+)\) when calling the \w+ operation: (.*)", re.DOTALL)


def cli_caller(endpoint):
    from awscli.clidriver import create_clidriver
    from botocore import xform_name

    def call(operation, given):
        command = ["cognito-idp", xform_name(operation, "-"), "--cli-input-json", json.dumps(given)]
        options = ["--endpoint-url", endpoint, "--output", "json", "--no-cli-pager"]
        answered, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(answered), contextlib.redirect_stderr(complained):
            code = run(create_clidriver(), command + supported(options))
        if code == 0:
            text = answered.getvalue()
            return {"output": json.loads(text) if text.strip() else {}}
        told = TOLD.search(complained.getvalue())
        if told is None:
            return refusal("NoCall", complained.getvalue())
        return refusal(told.group(1), told.group(2).strip())

    known = create_clidriver().session.get_service_model("cognito-idp").operation_names
    return call, known


def run(driver, words):
    try:
        return driver.main(words)
    except SystemExit as left:  # words that it does not know
        return left.code


def supported(options):
    """Version 1 of the AWS CLI has no pager to switch off."""
    import awscli

    return options if awscli.__version__.startswith("2.") else options[:-1]


def refusal(name, message):
    return {"error": {"name": name, "message": message}}


def main():
    kind, endpoint = sys.argv[1:]
    call, known = {"boto3": boto3_caller, "aws-cli": cli_caller}[kind](endpoint)
    answers = sys.stdout
    answers.write(json.dumps({"operations": known}) + "\n")
    answers.flush()
    for line in sys.stdin:
        asked = json.loads(line)
        reply = call(asked["operation"], asked["input"])
        answers.write(json.dumps(reply, default=lambda value: value.isoformat()) + "\n")
        answers.flush()


main()
