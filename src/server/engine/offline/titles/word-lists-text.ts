import { words } from './verbs-text.ts';

/** Past participles that no rule gives. */
export const PARTICIPLES: Readonly<Record<string, string>> = pairs(`
  built:build sent:send shown:show kept:keep made:make given:give taken:take written:write read:read set:set put:put
  run:run held:hold found:find told:tell seen:see chosen:choose drawn:draw hidden:hide lost:lose met:meet paid:pay
  sold:sell bought:buy caught:catch brought:bring left:leave fed:feed cut:cut split:split spread:spread shut:shut
  done:do known:know thrown:throw frozen:freeze broken:break driven:drive spent:spend stolen:steal won:win led:lead
  bound:bind stuck:stick sped:speed reset:reset overridden:override overwritten:overwrite rewritten:rewrite undone:undo
  withdrawn:withdraw withheld:withhold laid:lay lit:light begun:begin grown:grow worn:wear hit:hit let:let
  backed:back rolled:roll understood:understand thought:think rebuilt:rebuild resent:resend forgotten:forget
`);

/** Whoever can want something. */
export const PEOPLE: ReadonlySet<string> = words(`
  user admin administrator customer visitor member owner player developer operator manager editor guest reader author
  student teacher patient doctor nurse driver rider buyer seller employee staff person participant moderator subscriber
  reviewer viewer analyst engineer parent child anyone everyone somebody someone organiser organizer tenant landlord
  shopper vendor merchant cashier accountant bookkeeper maintainer contributor recipient sender caller applicant
  candidate recruiter clinician pharmacist technician installer tester designer marketer freelancer traveller traveler
  passenger coach trainer trainee learner instructor librarian volunteer donor supporter agent stakeholder supervisor
  approver requester holder creator consumer producer partner colleague teammate citizen resident farmer gardener chef
  cook waiter courier dispatcher planner scheduler auditor officer clerk assistant leader lead beginner expert you people
  users children staff team adult kid cyclist runner hiker musician listener artist photographer researcher scientist
  curator translator steward handler grower clients dealer host broker trader investor borrower lender renter guardian
`);

/** Subjects that mean the thing that is built as a whole: a title leaves them out. */
export const SYSTEMS: ReadonlySet<string> = words(`
  system app application service server platform product tool cli api backend software solution website site program it
  we game plugin extension firmware device bot library sdk script engine client frontend prototype mvp package daemon
  implementation portal webapp add-on addon
`);

/** Things one looks at: what they show is shown on them. */
export const PLACES: ReadonlySet<string> = words(`
  page screen dashboard view panel homepage sidebar header footer toolbar menu popup toast banner card tab widget map
  timeline calendar board feed profile popover tooltip footer
`);

export const DETERMINERS: ReadonlySet<string> = words(`
  a an the all any each every its their his her our your my this that these those some one two three no another both
  several multiple many
`);

export const PREPOSITIONS: ReadonlySet<string> = words(`
  to for from by with in on at as of into onto over under via per through without within when if after before until while
  and or between across against during once using so because than where which that who whose whenever
`);

/** How something is done, said between the modal and the verb; a title puts it aside. */
export const ADVERBS: ReadonlySet<string> = words(`
  also always automatically only either then still clearly easily immediately additionally first later again already
  optionally continuously periodically regularly securely safely correctly properly fully gracefully reliably quickly
  explicitly silently simply directly locally remotely manually instantly currently usually normally typically ideally
  generally consistently seamlessly transparently initially eventually finally both at-least now ever
`);

/** Words after which a number or a bound follows. */
export const BOUNDS: ReadonlySet<string> = words(`
  below under within at less more no above over between up faster fewer greater equal exactly around about limited
  smaller larger shorter longer lower higher
`);

/** Headings about how well rather than what. */
export const QUALITIES: ReadonlySet<string> = words(`
  performance security accessibility reliability availability scalability usability privacy compliance observability
  maintainability compatibility portability quality safety localisation localization internationalisation
  internationalization i18n a11y resilience robustness non-functional nonfunctional nfr nfrs latency durability
`);

/** A thing of its own, which is built rather than added to something. */
export const BUILT_THINGS: ReadonlySet<string> = words(`
  page screen dashboard service api endpoint cli command parser module view panel app application site website portal
  engine pipeline editor wizard dialog form importer exporter scheduler worker queue component widget system platform
  server client library library sdk plugin extension bot game console gateway adapter connector simulator builder viewer
`);

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(/\s+/u)
      .filter((pair) => pair.includes(':'))
      .map((pair) => pair.split(':') as [string, string]),
  );
}
