import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { copyWords } from './copy-credentials.tsx';
import type { ShownKey } from './named/use-shown-key.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { CodeBox } from '#web/ui/code-box.tsx';
import styles from './key-card.module.css';

/** Shows the whole key, the only time that is possible. */
export function NewKeyBox({ made }: { made: ShownKey }) {
  const { apiKey, title } = made;
  const box = useRef<HTMLFieldSetElement>(null);
  useRescuedFocus(box);
  // Focus again when another key is made while this one is still shown.
  useEffect(() => box.current?.querySelector('button')?.focus(), [apiKey]);
  if (apiKey === undefined) return null;
  return (
    <fieldset ref={box} className={styles.newKey} aria-label={title}>
      <Notice tone="warn">
        <b>{title}.</b> Save it now. You will not see it again.
      </Notice>
      <CodeBox secret>{apiKey}</CodeBox>
      <div className={cx(layout.row, layout.gap8)}>
        <CopyButton
          text="Copy key"
          label="Copy key"
          variant="primary"
          size="md"
          value={apiKey}
          {...copyWords('key', made.markSaved)}
        />
        <Button onClick={made.forget}>I have saved it</Button>
      </div>
    </fieldset>
  );
}
