export { BatonsSection } from './batons-section.tsx';
export { DangerSection } from './danger-section.tsx';
export { DoneSection, type LastRun } from './done-section.tsx';
export { GeneralSection } from './general-section.tsx';
export { LeaseSection, RepositorySection } from './other-sections.tsx';
export { SaveBar } from './save-bar.tsx';
export { SettingsIndex } from './settings-index.tsx';
export { useSettingsForm } from './use-settings-form.ts';
