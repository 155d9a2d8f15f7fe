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
  const start = async () => {
    try {
      // Awaited, because callbacks given to mutate are dropped on unmount: the account's stream can tell of the example
      // before this answer arrives, and then the offer is gone from the page.
      const { id } = await load.mutateAsync();
      void navigate(paths.tasks(id));
    } catch (error) {
      if (isShownElsewhere(error)) return;
      const description = messageOf(error, EXAMPLE_TEXTS.failed);
      toast({ title: EXAMPLE_TEXTS.failedTitle, description, variant: 'destructive' });
    }
  };
  return (
    <div className={cx(surface.card, styles.offer)}>
      <p>
        <b>{T.looking}</b> {T.about}
      </p>
      <Button busy={load.isPending} tallOnPhone onClick={() => void start()}>
        {T.load}
      </Button>
    </div>
  );
}
