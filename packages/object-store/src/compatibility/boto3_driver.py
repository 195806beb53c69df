"""Calls operations of boto3 for the compatibility suite: one JSON document a line in, one a line out."""

import base64
import datetime
import json
import os
import sys

import boto3
import botocore
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError, MissingDependencyException, ParamValidationError


def decode(value):
    if isinstance(value, dict):
        if set(value) == {"$bytes"}:
            return base64.b64decode(value["$bytes"])
        return {key: decode(each) for key, each in value.items()}
    if isinstance(value, list):
        return [decode(each) for each in value]
    return value


def encode(value):
    if isinstance(value, dict):
        return {key: encode(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(each) for each in value]
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if hasattr(value, "read"):
        return {"$bytes": base64.b64encode(value.read()).decode()}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    return value


def client_of(settings):
    return boto3.client(
        "s3",
        endpoint_url=settings["url"],
        region_name=settings["region"],
        aws_access_key_id=settings["accessKeyId"],
        aws_secret_access_key=settings["secretAccessKey"],
        config=Config(
            signature_version="s3v4",
            s3={"addressing_style": "path"},
            retries={"total_max_attempts": 1},
        ),
    )


def perform(client, request):
    operation, args = request["operation"], decode(request["input"])
    if operation == "presign":
        return client.generate_presigned_url(
            args["operation"], Params=args["params"], ExpiresIn=args["expiresSeconds"], HttpMethod=args["method"]
        )
    if operation == "presign_post":
        return client.generate_presigned_post(
            args["bucket"], args["key"], args["fields"], args["conditions"], args["expiresSeconds"]
        )
    config = TransferConfig(multipart_threshold=5 << 20, multipart_chunksize=5 << 20)
    if operation == "upload_file":
        return client.upload_file(args["path"], args["bucket"], args["key"], Config=config)
    if operation == "download_file":
        return client.download_file(args["bucket"], args["key"], args["path"], Config=config)
    return getattr(client, operation)(**args)


def main():
    client = client_of(json.loads(os.environ["COFFER_S3_DRIVER"]))
    print(json.dumps({"version": f"boto3 {boto3.__version__}"}), flush=True)
    for line in sys.stdin:
        try:
            answer = {"ok": encode(perform(client, json.loads(line)))}
        except ClientError as error:
            facts = error.response.get("Error", {})
            answer = {"refused": str(facts.get("Code")), "status": error.response["ResponseMetadata"]["HTTPStatusCode"]}
        except (ParamValidationError, MissingDependencyException, AttributeError, TypeError) as error:
            answer = {"impossible": str(error)}
        except (botocore.exceptions.BotoCoreError, boto3.exceptions.Boto3Error) as error:
            answer = {"refused": type(error).__name__, "message": str(error)}
        print(json.dumps(answer), flush=True)


main()
