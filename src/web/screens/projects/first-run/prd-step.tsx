import { Upload } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import { useFileIntake, writeDraft } from '#web/features/prd/index.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorText } from '#web/ui/error-text.tsx';
import { paths } from '#web/paths.ts';
import styles from './first-run.module.css';

/** Takes a file as the draft of the project's PRD and opens it, where every line is read before anything is planned. */
export function PrdStep({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const files = useFileIntake((draft) => {
    writeDraft(projectId, draft);
    void navigate(paths.prd(projectId));
  });
  return (
    <>
      <div className={cx(styles.drop, files.isOver && styles.over)} {...files.dropProps}>
        <Upload aria-hidden="true" />
        <span className={layout.grow}>
          {T.drop}
          <span className={typography.tertiary}>
            {', '}
            <Link className={typography.link} to={paths.prd(projectId)}>
              {T.write}
            </Link>
          </span>
        </span>
        <Button size="sm" tallOnPhone onClick={files.choose}>
          Choose File
        </Button>
        {files.input}
      </div>
      {files.refusal !== '' && <ErrorText>{files.refusal}</ErrorText>}
    </>
  );
}
