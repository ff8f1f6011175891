import type { Plan } from '../../api/api.ts';
import { Table } from '../../components/table.tsx';
import { planTitle } from '../../format/words.ts';
import { planChanges } from './plan-terms.ts';

/** The terms that change, before and after. */
export const PlanChanges = ({ from, to }: { readonly from: Plan | null; readonly to: Plan }) => (
  <Table label="What changes">
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
  </Table>
);
