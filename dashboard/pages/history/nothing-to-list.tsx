import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { LinkButton } from '../../components/link-button.tsx';

/** The account has never had a key. */
export const NoKeys = () => (
  <Card>
    <Empty
      title="No keys yet"
      action={
        <LinkButton to="/keys" variant="primary">
          Create a key
        </LinkButton>
      }
    >
      Each key has a history of its own. Create one, and the requests you send with it show here.
    </Empty>
  </Card>
);

/** The address names a key that the account does not have. */
export const UnknownKey = () => (
  <Card>
    <Empty
      title="Your account has no such key"
      action={
        <LinkButton to="/history" search={{}} variant="primary">
          Show the key used last
        </LinkButton>
      }
    >
      The address names a key that is not yours, or it has a typing error in it.
    </Empty>
  </Card>
);

/** The range of time holds nothing. */
export const ReversedRange = () => (
  <Card>
    <Empty title="The range ends before it begins">Choose an “Until” that is later than “From”.</Empty>
  </Card>
);
