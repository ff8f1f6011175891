import type { StatusFile } from '../../../src/status-page/status-file.ts';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { planTitle } from '../../format/words.ts';
import { planTerms } from '../plan/plan-terms.ts';

/** Limits and prices of the plans that customers choose themselves. */
export function PlansCard({ plans, currency }: Pick<StatusFile, 'plans' | 'currency'>) {
  const rows = plans.map(({ callsPerSecond, callsPerDay, ...plan }) => ({
    id: plan.id,
    terms: planTerms({ ...plan, currency, limits: { callsPerSecond, callsPerDay } }),
  }));
  return (
    <Card title="Plans and limits" description="Calls per second and per day are those of each key.">
      <Table label="Plans">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {Object.keys(rows[0]?.terms ?? {}).map((name) => (
              <th key={name} scope="col" data-align="end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, terms }) => (
            <tr key={id}>
              <th scope="row">{planTitle({ planId: id })}</th>
              {Object.entries(terms).map(([name, value]) => (
                <td key={name} data-align="end">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
