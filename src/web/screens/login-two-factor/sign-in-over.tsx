import { TWO_FACTOR_TEXTS as T } from '#contract/session-texts.ts';
import { AuthForm } from '#web/features/session/index.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';

export function SignInOver() {
  return (
    <AuthForm>
      <h1>{T.overTitle}</h1>
      <p className={typography.secondary} role="status">
        {T.over}
      </p>
      <ButtonLink variant="primary" size="lg" full to={paths.login}>
        {T.back}
      </ButtonLink>
    </AuthForm>
  );
}
