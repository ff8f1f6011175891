import { ToggleButton } from 'react-aria-components';
import type { Series } from './series.ts';
import styles from './time-series.module.css';

export type LegendProps = {
  readonly series: readonly Series[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (label: string) => void;
};

/** Which colour is which series; each can be hidden and shown again. */
export const Legend = ({ series, hidden, onToggle }: LegendProps) => (
  <ul className={styles.legend} aria-label="Shown in the chart">
    {series.map(({ label, color }) => (
      <li key={label}>
        <ToggleButton className={styles.entry} isSelected={!hidden.has(label)} onChange={() => onToggle(label)}>
          <span aria-hidden="true" className={styles.swatch} style={{ color }} />
          {label}
        </ToggleButton>
      </li>
    ))}
  </ul>
);
