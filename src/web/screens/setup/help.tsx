import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Command } from './command.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { InlineCode } from '#web/ui/inline-code.tsx';
import styles from './setup.module.css';

interface HelpProps {
  open: boolean;
  onClose: () => void;
}

const close = (onClose: () => void) => (
  <Button variant="primary" data-autofocus onClick={onClose}>
    Close
  </Button>
);

/** How to make this server reachable for others. */
export function AddressHelp({ open, onClose }: HelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="An address for everyone" size="wide" actions={close(onClose)}>
      <ol className={styles.help}>
        <li>
          Let a proxy that has a certificate (nginx, Caddy) pass requests for your name on to{' '}
          <InlineCode>{location.host}</InlineCode>, and name the proxy in <InlineCode>BATON_TRUSTED_PROXIES</InlineCode>
          .
        </li>
        <li>
          Start the server with the address people type:
          <Command text="BATON_URL=https://baton.example.com npm start" label="Copy the command" />
        </li>
        <li>Open Baton at that address. This row turns green, and emails and agents use it.</li>
      </ol>
    </Dialog>
  );
}

const PAYPAL = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_PLAN_ID', 'PAYPAL_WEBHOOK_ID'] as const;

/** The steps of docs/operations.md, with this server's address filled in. */
export function PayPalHelp({ open, onClose, url }: HelpProps & { url: string }) {
  return (
    <Dialog open={open} onClose={onClose} title="Set up PayPal" size="wide" actions={close(onClose)}>
      <ol className={styles.help}>
        <li>Make an application at developer.paypal.com. It has a client id and a secret.</li>
        <li>Make a monthly plan in US dollars. It has an id that begins with P-.</li>
        <li>
          Give the application a webhook for all events. It has an id, too:
          <Command sign="" text={`${url}/api/webhooks/paypal`} label="Copy the address of the webhook" />
        </li>
        <li>
          Start the server with all four:
          <Command
            text={`${PAYPAL.map((name) => `${name}=…`).join(' ')} npm start`}
            label="Copy the names of the variables"
          />
        </li>
      </ol>
      <p className={cx(typography.small, typography.tertiary)}>
        Each step in full is in docs/operations.md, Payments with PayPal.
      </p>
    </Dialog>
  );
}
