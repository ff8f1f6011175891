import { answerJson, GateRefusal, type GateService } from './gate-service.ts';

/** STS's GetCallerIdentity, which needs no permission (AWS STS API Reference). Answers in JSON only. */
export const stsService: GateService = {
  understand: ({ request, caller, accountId }) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://sts');
    if (pathname !== '/' || searchParams.get('Action') !== 'GetCallerIdentity') {
      throw new GateRefusal('unknown_operation', 'The local STS only knows GetCallerIdentity');
    }
    const GetCallerIdentityResult = { Account: accountId, Arn: caller, UserId: 'local' };
    return {
      permissions: [],
      answer: async (response) => answerJson(response, 200, { GetCallerIdentityResponse: { GetCallerIdentityResult } }),
    };
  },
  refuse: ({ code, message: Message }, response) => {
    const Code = code === 'unknown_credential' ? 'InvalidClientTokenId' : code;
    answerJson(response, code === 'service_failed' ? 500 : 403, { Error: { Code, Message } });
  },
};
