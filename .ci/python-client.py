"""A generated client takes plans, states, outcomes and problems that did not exist when it was generated."""

import json
import sys

from client.models import CurrentKey, Key, Problem, Request

paths = json.load(open(sys.argv[1]))["paths"]


def example(path):
    return paths[path]["get"]["responses"]["200"]["content"]["application/json"]["example"]


request = example("/v1/keys/{keyId}/requests/{requestId}") | {"outcome": "melted"}
assert Request.from_dict(request).outcome == "melted"
assert Key.from_dict(example("/v1/keys/{keyId}") | {"state": "frozen"}).state == "frozen"
assert CurrentKey.from_dict(example("/v1/key") | {"planId": "platinum"}).plan_id == "platinum"
problem = {"type": "https://example.com/p", "title": "t", "status": 400, "detail": "d", "requestId": "r"}
assert Problem.from_dict(problem | {"code": "brand_new"}).code == "brand_new"
