import { type Answered, readAnswer } from './answered.ts';
import type { Client } from './client.ts';
import type { Asked } from './requests.ts';

/** What the clients know: every request that was sent, and what they got for it. */
export class Truth {
  readonly answered: Answered[] = [];
  /** Of these nobody knows how far they came. */
  readonly unanswered: Asked[] = [];
  readonly startedAt: number;

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  get requests(): number {
    return this.answered.length + this.unanswered.length;
  }

  get calls(): number {
    return [...this.answered.map(({ asked }) => asked), ...this.unanswered].reduce(
      (sum, one) => sum + one.calls.length,
      0,
    );
  }

  /** Sends a request and enters what came of it. */
  async send(client: Client, endpoints: Readonly<Record<string, string>>, asked: Asked): Promise<void> {
    const url = endpoints[asked.network] ?? '';
    const answer = await client.post(url, asked.key.secret, asked.body).catch(() => undefined);
    const answered = answer && readAnswer(asked, answer);
    if (answered) this.answered.push(answered);
    else this.unanswered.push(asked);
  }
}
