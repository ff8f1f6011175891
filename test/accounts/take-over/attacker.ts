import { functionCommands, readingCommands } from '../../../bin/operator/function/function-commands.ts';
import { tokenPrefix } from '../../../src/management-api/api-routes.ts';
import { signIdentity } from '../../../src/operator-function/caller-identity.ts';
import { commandDigest } from '../../../src/operator-function/function-event.ts';
import { operatorRegion } from './operator-functions.ts';
import {
  accountTokenIn,
  challengeIn,
  enrol,
  keyIdIn,
  newAccountToken,
  provePassword,
  respond,
  type SignInFlow,
  type Tokens,
  tokensIn,
  userOf,
} from './sign-in.ts';
import type { Reply, TakeOverWorld } from './take-over-world.ts';

export type AttackerCommand = (typeof attackerCommands)[number];

export const attackerCommands = [
  'sign up at the pool',
  'ask',
  'guess',
  'guess by SRP',
  'guess codes',
  'begin and answer with a password',
  'recover',
  'claim the address',
  'refresh',
  'read',
  'make a key',
  'make an account token',
  'use the account tokens',
  'use the right on the function that reads',
  'invoke the function that changes',
  'change the plan',
  'enrol',
  'change attributes',
  'change the password',
  'change the address',
] as const;

/** Something that the attacker has done: as whom, and whether it succeeded. */
export type Deed = { readonly what: string; readonly userId: string; readonly succeeded: boolean };

const password = 'attackers-horse-1';

/** Money, plan, password, account and tokens. */
const beyondTokens = [
  ['GET', '/v1/account', undefined],
  ['PUT', '/v1/account/plan', { planId: 'free' }],
  ['POST', '/v1/account/password', { currentPassword: password, newPassword: password }],
  ['PUT', '/v1/account/email', { email: 'thief@example.com', password }],
  ['POST', '/v1/account/sign-out', {}],
  ['GET', '/v1/billing', undefined],
  ['POST', '/v1/billing/checkout', { planId: 'developer' }],
  ['GET', '/v1/tokens', undefined],
  ['POST', '/v1/tokens', { ...newAccountToken, password }],
] as const;

/** Knows the address of the victim and the client's id. Reads only their own mail. Keeps everything they get. */
export class Attacker {
  readonly #world: TakeOverWorld;
  /** Not the victim's. */
  readonly email: string;
  readonly #victim: { readonly email: string; readonly hasFinished: boolean };
  readonly #held: Tokens[] = [];
  readonly #sessions: string[] = [];
  /** The owner of each account token that the attacker holds. */
  readonly #accountTokens = new Map<string, string>();
  #deeds: Deed[] = [];
  /** The owner of each key that the attacker has made. */
  readonly keyIds = new Map<string, string>();

  constructor(world: TakeOverWorld, name: string, victim: { readonly email: string; readonly hasFinished: boolean }) {
    this.#world = world;
    this.email = `${name}-attacker@example.com`;
    this.#victim = victim;
  }

  /** Copies the victim's tokens. */
  steal(tokens: Tokens): void {
    this.#hold(tokens);
  }

  /** Copies the victim's account token. */
  stealAccountToken(secret: string, userId: string): void {
    this.#accountTokens.set(secret, userId);
  }

  /** The first tokens and the newest ones are enough: commands use all that the attacker holds. */
  #hold(tokens: Tokens): void {
    this.#held.push(tokens);
    if (this.#held.length > 4) this.#held.splice(1, 1);
  }

  /** Runs a command with everything that the attacker holds. */
  async run(command: AttackerCommand): Promise<readonly Deed[]> {
    this.#deeds = [];
    await this.#do(command);
    return this.#deeds;
  }

  async #do(command: AttackerCommand): Promise<void> {
    const Username = this.#victim.email;
    const { cognito, api } = this.#world;
    switch (command) {
      case 'sign up at the pool':
        this.#note(command, await cognito('SignUp', { Username, Password: password, UserAttributes: [] }));
        return;
      case 'ask':
        await api('POST', '/v1/sign-up', { json: { email: Username } });
        return;
      case 'guess':
        return this.#guess('USER_PASSWORD_AUTH');
      case 'guess by SRP':
        return this.#guess('USER_SRP_AUTH');
      case 'guess codes':
        return this.#guessCodes(Username);
      case 'begin and answer with a password':
        return this.#answerChallenges();
      case 'recover':
        this.#note(
          command,
          await api('POST', '/v1/recover', { json: { email: Username, password, code: '00000-00000' } }),
        );
        return;
      case 'claim the address':
        return this.#claim();
      case 'refresh':
        return this.#refresh();
      case 'use the right on the function that reads':
        return this.#useOperatorReads();
      case 'invoke the function that changes':
        return this.#forgeOperator();
      case 'use the account tokens':
        for (const [secret, userId] of this.#accountTokens) await this.#useAccountToken(secret, userId);
        return;
      default:
        for (const tokens of [...this.#held]) await this.#withTokens(command, tokens);
    }
  }

  /** Tries a sign-in; an answer with tokens is a success for their user. */
  async #guess(flow: SignInFlow): Promise<void> {
    // A proof by SRP takes long.
    const guesses = flow === 'USER_SRP_AUTH' ? [password] : [password, '222222222222', 'victims-own-horse-0'];
    for (const guess of guesses) {
      const answer = await provePassword(this.#world, { email: this.#victim.email, password: guess }, flow);
      this.#keep('guess', answer);
      const session = challengeIn(answer)?.Session;
      if (session) this.#sessions.push(session);
    }
  }

  async #guessCodes(Username: string): Promise<void> {
    const { cognito } = this.#world;
    await cognito('ForgotPassword', { Username });
    await cognito('ResendConfirmationCode', { Username });
    const code = { Username, ConfirmationCode: '000000' };
    this.#note('reset by a guessed code', await cognito('ConfirmForgotPassword', { ...code, Password: password }));
    this.#note('confirm by a guessed code', await cognito('ConfirmSignUp', code));
  }

  async #answerChallenges(): Promise<void> {
    const { email } = this.#victim;
    const challenges = [
      ['NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: password }],
      ['SOFTWARE_TOKEN_MFA', { SOFTWARE_TOKEN_MFA_CODE: '000000' }],
    ] as const;
    for (const session of ['made up', ...this.#sessions]) {
      for (const [challenge, answer] of challenges) {
        this.#keep(challenge, await respond(this.#world, { challenge, session, email, answer }));
      }
    }
  }

  /** Registers with the attacker's address, and changes it to the victim's. */
  async #claim(): Promise<void> {
    const own = { email: this.email };
    await this.#world.api('POST', '/v1/sign-up', { json: own });
    const code = this.#world.mailsTo(this.email).at(-1)?.code ?? '';
    const begun = challengeIn(await provePassword(this.#world, { ...own, password: code }, 'USER_PASSWORD_AUTH'));
    if (begun?.Session) {
      const answer = { NEW_PASSWORD: password };
      await respond(this.#world, { challenge: begun.ChallengeName, session: begun.Session, ...own, answer });
    }
    const tokens = tokensIn(await provePassword(this.#world, { ...own, password }, 'USER_PASSWORD_AUTH'));
    if (!tokens) return;
    this.#hold(tokens);
    const token = tokens.IdToken;
    await this.#world.api('PUT', '/v1/account/email', { token, json: { email: this.#victim.email, password } });
    const proof = { AccessToken: tokens.AccessToken, AttributeName: 'email', Code: '000000' };
    await this.#world.cognito('VerifyUserAttribute', proof);
    await this.#world.api('POST', '/v1/account/email/confirm', { token, json: {} });
  }

  async #refresh(): Promise<void> {
    for (const { RefreshToken } of [...this.#held]) {
      if (RefreshToken === undefined) continue;
      const calls = [
        ['GetTokensFromRefreshToken', { RefreshToken }],
        ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } }],
      ] as const;
      for (const [operation, input] of calls) this.#keep(operation, await this.#world.cognito(operation, input));
    }
  }

  async #withTokens(command: AttackerCommand, { IdToken: token, AccessToken }: Tokens): Promise<void> {
    const { cognito, api } = this.#world;
    const note = (answer: Reply) => this.#note(command, answer, userOf(token));
    switch (command) {
      case 'read':
        for (const path of ['/v1/account', '/v1/keys', '/v1/activity']) note(await api('GET', path, { token }));
        return note(await cognito('GetUser', { AccessToken }));
      case 'make a key': {
        const answer = await api('POST', '/v1/keys', { token, json: { name: 'thief' } });
        const keyId = keyIdIn(answer);
        if (keyId !== undefined) this.keyIds.set(keyId, userOf(token));
        return note(answer);
      }
      case 'make an account token': {
        const answer = await api('POST', '/v1/tokens', { token, json: { ...newAccountToken, password } });
        const made = accountTokenIn(answer);
        if (made) this.#accountTokens.set(made.secret, userOf(token));
        return this.#never(command, answer, token);
      }
      case 'change the plan':
        return note(await api('PUT', '/v1/account/plan', { token, json: { planId: 'free' } }));
      case 'enrol':
        return note({ status: (await enrol(this.#world, AccessToken)) ? 200 : 400, body: {} });
      case 'change attributes': {
        const write = (Name: string, Value: string) =>
          cognito('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] });
        note(await write('locale', 'xx'));
        return this.#never('write the address', await write('email', this.email), token);
      }
      case 'change the password': {
        const json = { currentPassword: password, newPassword: 'attackers-horse-2' };
        this.#never('change the password', await api('POST', '/v1/account/password', { token, json }), token);
        const proposed = { AccessToken, PreviousPassword: password, ProposedPassword: 'attackers-horse-2' };
        return this.#never('change the password', await cognito('ChangePassword', proposed), token);
      }
      case 'change the address': {
        const json = { email: `new-${this.email}`, password };
        return this.#never('change the address', await api('PUT', '/v1/account/email', { token, json }), token);
      }
      default:
        throw new Error(`No command ${command}`);
    }
  }

  /** Reads and makes keys, and tries what no account token may do, at the paths for ID tokens and at its own. */
  async #useAccountToken(token: string, userId: string): Promise<void> {
    const { api } = this.#world;
    const keys = `${tokenPrefix}/v1/keys`;
    this.#note('by token: read', await api('GET', keys, { token }), userId);
    const made = await api('POST', keys, { token, json: { name: 'thief' } });
    const keyId = keyIdIn(made);
    if (keyId !== undefined) this.keyIds.set(keyId, userId);
    this.#note('by token: make a key', made, userId);
    for (const [other, owner] of this.keyIds) {
      if (owner === userId) continue;
      this.#note(
        'never: a key of another account',
        await api('POST', `${keys}/${other}/revoke`, { token, json: {} }),
        userId,
      );
    }
    for (const [method, path, json] of beyondTokens) {
      for (const start of ['', tokenPrefix]) {
        this.#note(`never: ${start}${path}`, await api(method, start + path, { token, json }), userId);
      }
    }
  }

  /**
   * A stolen right to invoke the operator's function that reads: it shows the victim's account, which is its purpose. It
   * never changes anything, and shows no secret, hash or code.
   */
  async #useOperatorReads(): Promise<void> {
    const { invokeOperator } = this.#world;
    for (const name of Object.keys(functionCommands).filter((name) => !readingCommands.has(name))) {
      const { exitCode } = await invokeOperator('reads', { args: [...name.split(' '), ...this.#argsFor(name)] });
      this.#note(`never: ${name} by the function that reads`, { status: exitCode === 0 ? 200 : 400, body: {} });
    }
    const account = this.#victim.email;
    for (const command of ['show', 'activity', 'tokens', 'usage']) {
      const { out, exitCode } = await invokeOperator('reads', { args: ['accounts', command, account, '--json'] });
      // Otherwise it would prove nothing.
      if (exitCode !== 0 && this.#victim.hasFinished) throw new Error(`accounts ${command} ended with ${exitCode}`);
      const shown = /[\da-f]{40}|(slc|slt)_\w{20}|password"/.exec(out);
      this.#note(`never: ${command} shows ${shown?.[0]}`, { status: shown ? 200 : 400, body: {} });
    }
  }

  /** With a signature of credentials that the account does not know, and with none. */
  async #forgeOperator(): Promise<void> {
    const keys = { accessKeyId: 'AKIAATTACKER00000000', secretAccessKey: 'of-no-principal' };
    for (const name of Object.keys(functionCommands).filter((name) => !readingCommands.has(name))) {
      const args = [...name.split(' '), ...this.#argsFor(name)];
      const digest = commandDigest('sluice-dev-operator-all', { args });
      const identity = signIdentity({ region: operatorRegion, digest, at: this.#world.now() }, keys);
      for (const event of [{ args }, { args, identity }]) {
        const { exitCode } = await this.#world.invokeOperator('all', event);
        this.#note(`never: ${name} without a principal`, { status: exitCode === 0 ? 200 : 400, body: {} });
      }
    }
  }

  /** The victim's account, and something for each other argument. */
  #argsFor(name: string): string[] {
    const { args = [] } = functionCommands[name] ?? {};
    const options = name === 'accounts delete' ? ['--yes'] : [];
    return [...args.map((arg) => (/ACCOUNT|EMAIL/.test(arg) ? this.#victim.email : 'scale')), ...options];
  }

  /** Keeps the tokens of an answer, and notes as whom the attacker got in. */
  #keep(what: string, answer: Reply): void {
    const tokens = tokensIn(answer);
    if (!tokens) return;
    this.#hold(tokens);
    this.#note(what, answer, userOf(tokens.IdToken));
  }

  #note(what: string, { status }: Reply, userId = ''): void {
    this.#deeds.push({ what, userId, succeeded: status < 300 });
  }

  /** Notes what not even a stolen token permits. */
  #never(what: string, answer: Reply, token: string): void {
    this.#note(`never: ${what}`, answer, userOf(token));
  }
}
