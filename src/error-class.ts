type ErrorClass<Code extends string, Arguments extends readonly unknown[]> = new (
  ...args: Arguments
) => Error & { readonly code: Code };

/**
 * A base class for errors: `class KeyNameError extends errorClass('KeyNameError', 'invalid_key_name') {}`.
 * @param name the class's own, which logs show: bundles have shorter names for classes
 * @param code stable; answers and exit codes depend on it
 */
export function errorClass<const Code extends string>(
  name: string,
  code: Code,
): ErrorClass<Code, [message: string, options?: ErrorOptions]> {
  return class extends Error {
    override readonly name = name;
    readonly code = code;
  };
}

/** Like {@link errorClass}, for errors that all have the same message. */
export function fixedErrorClass<const Code extends string>(
  name: string,
  code: Code,
  message: string,
): ErrorClass<Code, [options?: ErrorOptions]> {
  return class extends errorClass(name, code) {
    constructor(options?: ErrorOptions) {
      super(message, options);
    }
  };
}
