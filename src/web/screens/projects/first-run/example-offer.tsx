import { useNavigate } from 'react-router';
import { EXAMPLE_TEXTS, FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import { useLoadExample } from '#web/features/projects/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { paths } from '#web/paths.ts';
import surface from '#web/styles/surface.module.css';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './first-run.module.css';

/** Loads the example and opens its tasks. */
export function ExampleOffer() {
  const navigate = useNavigate();
  const load = useLoadExample();
  const start = () =>
    load.mutate(undefined, {
      onSuccess: ({ id }) => void navigate(paths.tasks(id)),
      onError: (error) => {
        if (isShownElsewhere(error)) return;
        const description = messageOf(error, EXAMPLE_TEXTS.failed);
        toast({ title: EXAMPLE_TEXTS.failedTitle, description, variant: 'destructive' });
      },
    });
  return (
    <div className={cx(surface.card, styles.offer)}>
      <p>
        <b>{T.looking}</b> {T.about}
      </p>
      <Button busy={load.isPending} tallOnPhone onClick={start}>
        {T.load}
      </Button>
    </div>
  );
}
