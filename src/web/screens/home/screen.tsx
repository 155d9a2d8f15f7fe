import './home.css';
import { Plus } from 'lucide-react';
import { HOME_TEXTS as T } from '#contract/account-texts.ts';
import { Crumbs, HeaderSlot } from '#web/features/frame/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SetupStatusCard } from './setup-status-card.tsx';
import { SpecificationCard } from './specification-card.tsx';
import { UserCard } from './user-card.tsx';
import { ProjectsCard } from './projects-card.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { PageHead } from '#web/ui/page-head.tsx';

export function Component() {
  usePageTitle('Home');
  return (
    <div className={cx(layout.page, layout.pageNarrow, 'home')}>
      <Crumbs trail={[{ label: 'Home' }]} />
      <HeaderSlot place="action">
        <ButtonLink to={paths.newProject} icon={<Plus />} className={layout.hiddenOnPhone}>
          New Project
        </ButtonLink>
      </HeaderSlot>
      <PageHead title={T.title} />
      <div className="home-grid">
        <SpecificationCard />
        <UserCard />
        <ProjectsCard />
        <SetupStatusCard />
      </div>
    </div>
  );
}
