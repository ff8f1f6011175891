import { Notice } from '../../components/notice.tsx';
import { useCarried } from './use-carried.ts';

const endings = {
  expired: 'Your session has ended. Sign in again.',
  elsewhere: 'You have signed out in another tab.',
};
const deeds = {
  'address-confirmed': 'Your address is confirmed. Sign in now.',
  'password-set': 'Your new password is set. Sign in with it.',
};

/** Why the sign-in page is shown, where nobody asked for it. */
export function Why() {
  const { ending, done } = useCarried();
  if (done) return <Notice tone="good">{deeds[done]}</Notice>;
  if (ending && ending !== 'signed-out') return <Notice>{endings[ending]}</Notice>;
  return null;
}
