import { useContext } from 'react';
import { ConfigContext, useService } from '../service.ts';

/** A link to the operator's support; nothing if the operator has set none, or is not known yet. */
export function SupportLink() {
  const support = useContext(ConfigContext)?.service.support;
  return support === undefined ? null : <a href={support}>Contact support</a>;
}

/** A sentence that says whom to contact. */
export function ContactSupport() {
  const { name, support } = useService();
  if (support === undefined) return `Contact the operator of ${name}.`;
  return (
    <>
      <SupportLink />.
    </>
  );
}
