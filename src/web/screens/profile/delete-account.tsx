import { useState } from 'react';
import type { Me } from '#contract/account.ts';
import { Button } from '#web/ui/button.tsx';
import { AccountRow } from './account-row.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import styles from './delete-account.module.css';

export function DeleteAccount({ me }: { me: Me }) {
  const [asking, setAsking] = useState(false);
  return (
    <AccountRow title="Delete Account" about="Signs you out everywhere and deletes everything immediately.">
      <div>
        <Button variant="danger-ghost" className={styles.button} onClick={() => setAsking(true)}>
          Delete My Account
        </Button>
      </div>
      {asking && <DeleteAccountDialog me={me} onClose={() => setAsking(false)} />}
    </AccountRow>
  );
}
