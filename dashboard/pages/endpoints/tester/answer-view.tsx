import { Notice } from '../../../components/notice.tsx';
import { AnswerBody } from './answer-body.tsx';
import { AnswerDetails } from './answer-details.tsx';
import type { Answer } from './exchange.ts';
import type { Explanation } from './explain.ts';
import { LimitMeters } from './limit-meters.tsx';
import { RequestId } from './request-id.tsx';
import type { Sent } from './use-exchange.ts';

export type AnswerViewProps = {
  readonly answer: Answer;
  readonly explanation: Explanation;
  readonly sent: Sent;
};

/** An answer: what it means, its body, and what its headers say. */
export function AnswerView({ answer, explanation, sent }: AnswerViewProps) {
  return (
    <>
      {explanation.tone !== 'good' && (
        <Notice tone={explanation.tone} title={explanation.title}>
          {explanation.text}
        </Notice>
      )}
      <AnswerBody
        bytes={answer.body}
        text={answer.text}
        name={`${sent.methods[0] ?? 'answer'}-${sent.endpoint.network}`}
      />
      <LimitMeters windows={answer.windows} />
      {answer.requestId !== undefined && <RequestId requestId={answer.requestId} keyId={sent.keyId} />}
      <AnswerDetails answer={answer} />
    </>
  );
}
