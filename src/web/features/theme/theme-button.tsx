import { toggleTheme } from '#web/lib/theme.ts';
import { useTheme } from '#web/lib/use-theme.ts';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';

export function ThemeButton({ className }: { className?: string | undefined }) {
  const { choice, look } = useTheme();
  return <ThemeToggle choice={choice} look={look} onToggle={toggleTheme} className={className} />;
}
