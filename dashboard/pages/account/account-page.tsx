import { Page } from '../../components/page.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Who is signed in, and how. */
export const AccountPage = () => (
  <Page title="Account" description="Who you are here, and how you sign in.">
    <ProfileCard />
    <PasswordCard />
    <SecondFactorCard />
    <SessionsCard />
  </Page>
);
