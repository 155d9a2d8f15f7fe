import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { openTestMail } from '#web/features/instance-kind/index.ts';
import { CenterPage } from '#web/features/session/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Target of the link in the test mail: opening it confirms that the mail arrived. */
export function Component() {
  usePageTitle('Test mail');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    openTestMail(token).then(
      () => setSaid('The test email arrived. The set-up page updates by itself.'),
      (error: unknown) => setSaid(messageOf(error, 'The link could not be checked. Please open it again.')),
    );
  }, [token]);
  return (
    <CenterPage>
      <output>{said}</output>
      <p>
        <ButtonLink to={paths.setUp}>Continue</ButtonLink>
      </p>
    </CenterPage>
  );
}
