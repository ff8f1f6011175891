import * as v from 'valibot';
import { attributesByName, type InvokeTrigger, unreadable } from './triggers.ts';
import { type Attributes, attributes } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';

/** What the caller sends along for the pool's functions. */
export const triggerData = {
  ValidationData: v.nullish(attributes),
  ClientMetadata: v.nullish(v.record(v.string(), v.string())),
};
export const triggerInput = v.object(triggerData);

/** A user who is about to be created, as the pool's function sees them. */
type UserToCreate = v.InferOutput<typeof triggerInput> & {
  readonly pool: UserPool;
  readonly source: 'PreSignUp_SignUp' | 'PreSignUp_AdminCreateUser';
  readonly clientId: string;
  readonly username: string;
  readonly userAttributes: Attributes;
};

const flag = v.optional(v.boolean(), false);
const triggerResponse = v.object({ autoConfirmUser: flag, autoVerifyEmail: flag, autoVerifyPhone: flag });
const unchanged = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false };

/**
 * Asks the pool's PreSignUp function, if it has one, whether the user may be created (Amazon Cognito Developer Guide,
 * "Pre sign-up Lambda trigger").
 * @throws {UserPoolError} as {@link InvokeTrigger}
 */
export type PreSignUp = (user: UserToCreate) => Promise<v.InferOutput<typeof triggerResponse>>;

export const createPreSignUp =
  (invoke: InvokeTrigger): PreSignUp =>
  async ({ pool, source, clientId, username, userAttributes, ValidationData, ClientMetadata }) => {
    const request = {
      userAttributes: attributesByName(userAttributes),
      validationData: ValidationData ? attributesByName(ValidationData) : null,
      ...(ClientMetadata && { clientMetadata: ClientMetadata }),
    };
    const call = { pool, trigger: 'PreSignUp', source, clientId, username, request, response: unchanged } as const;
    const parsed = v.safeParse(triggerResponse, (await invoke(call)) ?? unchanged);
    if (parsed.success) return parsed.output;
    throw unreadable();
  };
