import { readUserPools } from '../../user-pool/user-pool-properties.ts';
import { templateWith } from '../template/template-file.ts';

type Changes = {
  readonly pool?: { readonly AdminCreateUserConfig?: object; readonly [property: string]: unknown };
  readonly client?: object;
  readonly others?: object;
};

const code = { EmailSubject: 'Your code', EmailMessage: 'Your code is {####}.' };

/** A template of a user pool like the stack's, its client, and other resources. */
export function poolTemplate({ pool, client, others }: Changes = {}) {
  const required = { RequireLowercase: true, RequireNumbers: true, RequireSymbols: true, RequireUppercase: true };
  return templateWith({
    ...others,
    Pool: {
      Type: 'AWS::Cognito::UserPool',
      Properties: {
        AutoVerifiedAttributes: ['email'],
        Policies: { PasswordPolicy: { MinimumLength: 12, ...required } },
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
        UsernameAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: false },
        VerificationMessageTemplate: code,
        ...pool,
        AdminCreateUserConfig: { InviteMessageTemplate: code, ...pool?.AdminCreateUserConfig },
      },
    },
    Client: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        UserPoolId: { Ref: 'Pool' },
        AccessTokenValidity: 30,
        IdTokenValidity: 30,
        TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes' },
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        PreventUserExistenceErrors: 'ENABLED',
        WriteAttributes: ['email'],
        ...client,
      },
    },
  });
}

export const definitions = (changes?: Changes) => readUserPools(poolTemplate(changes));
