# Creates a key of the gateway, renames it, and revokes it when it is removed. ../README.md
terraform {
  required_version = ">= 1.5"
  required_providers {
    restapi = {
      source  = "Mastercard/restapi"
      version = "~> 1.20"
    }
  }
}

variable "api_url" {
  description = "The address of the gateway's dashboard, without a slash at its end"
  type        = string
}

variable "account_token" {
  description = "An account token with the permission keys: TF_VAR_account_token"
  type        = string
  sensitive   = true
}

provider "restapi" {
  uri                  = "${var.api_url}/by-token/v1"
  write_returns_object = true
  headers = {
    Authorization = "Bearer ${var.account_token}"
    Content-Type  = "application/json"
  }
}

resource "restapi_object" "backend" {
  path         = "/keys"
  id_attribute = "key/keyId"
  data         = jsonencode({ name = "backend" })

  read_path      = "/keys/{id}"
  update_path    = "/keys/{id}"
  update_method  = "PATCH"
  destroy_path   = "/keys/{id}/revoke"
  destroy_method = "POST"
}

output "key_id" {
  value = restapi_object.backend.id
}

# Only the answer to the creation has the secret. It is in the state, in plain text: encrypt the state, or rotate the key.
output "secret" {
  value     = jsondecode(restapi_object.backend.create_response).secret
  sensitive = true
}
