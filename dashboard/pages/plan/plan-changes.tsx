import type { Plan } from '../../api/api.ts';
import { planTitle } from '../../format/words.ts';
import styles from './plan-changes.module.css';
import { planChanges } from './plan-terms.ts';

/** The terms that change, before and after. Its cells wrap, so that it fits a dialog on a phone. */
export const PlanChanges = ({ from, to }: { readonly from: Plan | null; readonly to: Plan }) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">What changes</th>
        <th scope="col">{from ? planTitle(from) : 'No plan'}</th>
        <th scope="col">{planTitle(to)}</th>
      </tr>
    </thead>
    <tbody>
      {planChanges(from, to).map(({ what, before, after }) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{before}</td>
          <td>
            <strong>{after}</strong>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
