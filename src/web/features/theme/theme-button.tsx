import { toggleTheme } from '#web/lib/theme.ts';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { useTheme } from './use-theme.ts';

export function ThemeButton({ className }: { className?: string }) {
  const { choice, look } = useTheme();
  return <ThemeToggle choice={choice} look={look} onToggle={toggleTheme} className={className} />;
}
