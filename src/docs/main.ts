import './docs.css';
import { followTheme } from '#web/lib/theme.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { markCurrentSection, showCurrentPage } from './current-section.ts';
import { openSearch } from './search.ts';
import { showThemeButton } from './theme-button.ts';

followTheme();
showThemeButton();
addCopyButtons();
showCurrentPage();
markCurrentSection();
openSearch();
