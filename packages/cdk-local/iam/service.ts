import type { IncomingMessage, ServerResponse } from 'node:http';

/** An action on a resource that a request's caller must be allowed. */
export type Permission = {
  readonly action: string;
  readonly resource: string;
  /** How the service names the resource in an error, where not by its ARN. */
  readonly shown?: string;
};

/** A signed request, read whole. */
export type Call = {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly accountId: string;
  readonly region: string;
};

/** Why the gate does not let a request through; each service has its own words for these. */
export type RefusalKind =
  | 'access_denied'
  | 'unknown_credential'
  | 'missing_credential'
  | 'unknown_operation'
  | 'invalid_request'
  | 'service_failed';

/** Thrown on the way through the gate; answered by the service's `refuse`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalKind;

  constructor(code: RefusalKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A request that its service has understood: what it needs, and how it is answered once that is granted. */
export type Understood = {
  readonly permissions: readonly Permission[];
  readonly answer: (response: ServerResponse) => Promise<void>;
};

/** An emulated service behind the gate. */
export type Service = {
  /** @throws {Refusal} `unknown_operation` or `invalid_request`. */
  readonly understand: (call: Call) => Understood;
  /** Answers in the service's form of an error. */
  readonly refuse: (refusal: Refusal, response: ServerResponse) => void;
};
