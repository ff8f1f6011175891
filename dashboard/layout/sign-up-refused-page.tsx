import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { ContactSupport } from '../components/support-link.tsx';
import { useService, useSignUpPolicy } from '../service.ts';
import { signUpCondition } from '../session/sign-up-condition.ts';

/** Shown instead of every page if the service does not accept the user's sign-up. */
export function SignUpRefusedPage() {
  const { name } = useService();
  const condition = signUpCondition(useSignUpPolicy());
  return (
    <Page title="No account">
      <Notice tone="bad" title={`You have no account of ${name}`}>
        {condition ?? 'Your sign-up was refused.'} <ContactSupport />
      </Notice>
    </Page>
  );
}
