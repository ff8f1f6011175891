import { useChangePlan } from '../../api/account.ts';
import type { Account, Plan } from '../../api/api.ts';
import { ApiError } from '../../api/api-errors.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { formatDays } from '../../format/times.ts';
import { excessKeys, planChanges, planTitle } from './plan-terms.ts';

type ChangePlanDialogProps = {
  readonly account: Account;
  readonly to: Plan;
  readonly activeKeys: number | undefined;
  /** Called with whether the plan was changed. */
  readonly onClose: (isDone: boolean) => void;
};

/** Shows what another plan changes, and changes to it after confirmation. */
export function ChangePlanDialog({ account, to, activeKeys, onClose }: ChangePlanDialogProps) {
  const change = useChangePlan();
  const tooMany = activeKeys === undefined ? 0 : excessKeys(to, activeKeys);
  const confirm = () => change.mutate(to.planId, { onSuccess: () => onClose(true) });
  return (
    <Dialog title={`Change to ${planTitle(to)}?`} isOpen isAlert onClose={() => onClose(false)}>
      <p>The change takes effect with the next request of every key.</p>
      <Changes from={account.plan} to={to} />
      {account.plan?.open === false && (
        <Notice tone="caution" title={`You cannot come back to ${planTitle(account.plan)}`}>
          It is not among the plans that customers can choose.
        </Notice>
      )}
      {to.historyDays < account.historyDays && (
        <Notice tone="caution">
          Requests older than {formatDays(to.historyDays)} will be hidden at once. Usage figures stay.
        </Notice>
      )}
      {tooMany > 0 && (
        <Notice
          tone="caution"
          title={`Revoke ${tooMany} ${tooMany === 1 ? 'key' : 'keys'} first`}
          actions={<LinkButton to="/keys">Go to keys</LinkButton>}
        >
          You have {activeKeys} active keys, and {planTitle(to)} allows {to.keys}.
        </Notice>
      )}
      {change.error && <ErrorNotice error={change.error} />}
      {change.error instanceof ApiError && change.error.problem?.keys && (
        <p>Active keys: {change.error.problem.keys.map(({ name }) => name).join(', ')}</p>
      )}
      <DialogActions>
        <Button onPress={() => onClose(false)}>Cancel</Button>
        <Button variant="primary" onPress={confirm} isPending={change.isPending} isDisabled={tooMany > 0}>
          Change to {planTitle(to)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Changes = ({ from, to }: { readonly from: Plan | null; readonly to: Plan }) => (
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
