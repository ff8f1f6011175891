/** Why a template cannot be served; stable, for tests and callers. */
export type TemplateErrorCode =
  | 'malformed_template'
  | 'unknown_resource_type'
  | 'unknown_resource'
  | 'unknown_reference'
  | 'unknown_attribute'
  | 'unknown_intrinsic'
  | 'malformed_intrinsic'
  | 'missing_parameter'
  | 'circular_reference';

/** The template holds something that the local runtime cannot resolve. The message names where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly code: TemplateErrorCode;
  /** Where in the template, like `Resources.Proxy.Properties.Environment`; its second part is the logical id. */
  readonly path: string;

  constructor(code: TemplateErrorCode, path: string, message: string) {
    super(`${path}: ${message}`);
    this.code = code;
    this.path = path;
  }
}
