import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { changeOf } from '../format/change.ts';
import styles from './delta.module.css';

type DeltaProps = {
  readonly now: number;
  readonly before: number;
  /** What is compared with: `from yesterday`. */
  readonly since: string;
  /** The direction that is an improvement; without it, neither is. */
  readonly goodWhen?: 'up' | 'down';
};

const icons = { up: ArrowUp, down: ArrowDown, none: Minus };

/** How a figure has changed: arrow, words and colour. */
export function Delta({ now, before, since, goodWhen }: DeltaProps) {
  const { direction, text } = changeOf(now, before);
  const Icon = icons[direction];
  const tone =
    goodWhen === undefined || direction === 'none' ? '' : direction === goodWhen ? styles.better : styles.worse;
  return (
    <span className={`${styles.delta} ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      {text} {since}
    </span>
  );
}
