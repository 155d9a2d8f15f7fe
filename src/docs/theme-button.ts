import { getTheme, subscribeTheme, toggleTheme } from '#web/lib/theme.ts';
import { isTyping } from './is-typing.ts';

/** Shows the button of the header and gives it the app's shortcut. */
export function showThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('.theme-button');
  if (button === null) return;
  const name = () => {
    button.title = `Theme: ${getTheme().choice} (T)`;
    button.setAttribute('aria-label', `Theme: ${getTheme().choice}`);
  };
  name();
  subscribeTheme(name);
  button.hidden = false;
  button.addEventListener('click', toggleTheme);
  document.addEventListener('keydown', (event) => {
    if (event.key === 't' && !isTyping(event)) toggleTheme();
  });
}
