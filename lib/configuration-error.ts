/** The stack cannot be made from the given context. The message says what is wrong and what to do about it. */
export class ConfigurationError extends Error {
  readonly code = 'invalid_configuration';
  override readonly name = 'ConfigurationError';
}
