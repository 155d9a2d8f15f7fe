/** What a task can ask for: verbs in the form a title begins with. */
export const VERBS: ReadonlySet<string> = words(`
  abort accept access accommodate accumulate acknowledge acquire act activate adapt add address adhere adjust advance
  advertise advise aggregate alert align allocate allow alter amend analyse analyze animate annotate announce anonymise
  anonymize answer append apply appoint appear approve archive arrange arrive ask assemble assert assess assign assist
  associate assume attach attempt attest audit authenticate author authorise authorize auto-save automate autosave avoid
 autocomplete average award await back backfill backup balance ban base batch be become begin belong benchmark bill bind block blur book
  boost boot bound branch break bring broadcast browse buffer build bundle buy bypass cache calculate calibrate call
  cancel cap capture carry cast catch categorise categorize cause celebrate centralise centralize certify chain change
  charge chart chat check choose claim clamp classify clean clear click clip clone close cluster coalesce code collapse
  collect colour color combine come comment commit communicate compare compile complete comply compose compress compute
  concatenate conduct configure confirm conform connect consider consist consolidate consume contain continue contribute
  control convert cool coordinate copy correct correlate count cover crash create credit crop customise customize cut
  deactivate deal debit debounce debug decide declare decline decode decommission decompress decrease decrypt dedupe
  deduplicate deduct default defer define degrade delay delegate delete deliver delist demonstrate denormalise
  denormalize deny depend deploy deprecate derive describe deselect design detach detail detect determine develop
  deviate diagnose dial diff digitise digitize dim direct disable disallow discard disclose disconnect discover dismiss
  dispatch display dispose distinguish distribute divide do dock document double download downgrade downsample draft
  drag draw drift drive drop dump duplicate earn ease echo edit elect eliminate email embed emit emphasise emphasize
  employ empty enable encode encourage encrypt end enforce enlarge enqueue enrich enrol enroll ensure enter enumerate
  equip erase escalate escape establish estimate evaluate evict evolve examine exceed exchange exclude execute exist
  exit expand expect experience expire explain explore export expose express extend extract face facilitate fade fail
  fall favour favor feed fetch fill filter finalise finalize find finish fire fit fix flag flash flatten flip float
  flow flush focus fold follow force forecast forget forge fork form format formulate forward freeze fulfil fulfill
  function gain gate gather generate get give glow go govern grade grant graph group grow guarantee guard guess guide
  halt handle hang happen harden harmonise hash have heat help hide highlight hit hold honour honor host hover hyphenate
  identify idle ignore illustrate implement import improve include incorporate increase increment indent index indicate
  infer inform inherit initialise initialize initiate inject inline input insert inspect install instruct instrument
  integrate intercept interpolate interpret interrupt introduce inventory invalidate invert investigate invite invoice invoke
  involve isolate issue iterate join judge juggle jump keep kill know label land last latch launch lay lead leak learn leave
  lend let level leverage license lift light limit link list listen live load localise localize locate lock log look
  loop lose lower mail maintain make manage mandate manipulate map mark mask match maximise maximize mean measure meet
  memorise mention merge message meter migrate minify minimise minimize mirror mitigate mix mock model moderate modify
  monitor mount move multiply mute name narrow navigate negotiate normalise normalize note notify nudge number obey
  observe obtain occupy occur offer offload omit onboard open operate optimise optimize order organise organize orient
  originate output overflow overlap overlay override overwrite own pack package pad page paginate paint pair pan park
  parse participate partition pass paste patch pause pay peek penalise perform permit persist personalise personalize
  pick pin ping pipe place plan play plot plug point poll pool populate port pose position post postpone power practise
  practice precompute predict prefer prefetch prefill prepare prepend present preserve press pretty-print prevent
  preview price print prioritise prioritize probe proceed process produce profile prohibit project promote prompt
  propagate propose protect prototype prove provide provision proxy prune publish pull purchase purge push put qualify
  quantify quarantine query queue quit quote raise randomise randomize range rank rate reach react read reassign rebalance
  rebase rebook reboot rebuild recalculate receive recognise recognize recommend reconcile reconnect reconstruct record
  recover rectify recycle redact redeem redeliver redesign redirect redo reduce refactor refer reference reflect refine
  refresh refund refuse regenerate register regulate reindex reinstate reject relate relay release reload rely remain
  remap remember remind remove rename render renew reopen reorder repair repeat replace replay replicate reply report
  represent reproduce request require rerun reschedule resend reserve reset reside resist resize resolve respect respond
  restart restock restore restrict result resume retain retire retrieve retry return reuse reveal reverse revert review
  revise revisit revoke reward rewind rewrite roll rotate round route run sample sanitise sanitize satisfy save scale scan
  schedule score scrape screen scroll seal search secure see seed segment select self-host sell send separate sequence
  serialise serialize serve set settle shade shard share shelve shift ship show shrink shuffle shut sign signal silence
  simplify simulate sit size skip sleep slice slide slow smooth snap snooze solve sort sound source spawn specify spell
  spend spin split spread stabilise stack stage stamp standardise standardize start state stay steer step stop store
  stream strengthen stretch strip structure style submit subscribe subtract succeed suggest summarise summarize supply
  support suppress surface survive suspend sustain swap swipe switch sync synchronise synchronize tag tail take talk tap
  target teach tell terminate test think throttle throw tie time timestamp toggle tokenise tokenize tolerate total touch
  trace track trade train transcode transcribe transfer transform transition translate transmit transpose travel traverse
  treat trigger trim trip truncate trust try tune turn type unarchive unassign unblock undelete undo understand unify
  uninstall unlink unlock unmount unpack unpublish unregister unsubscribe unzip update upgrade upload upsert use utilise
  utilize validate vary vectorise vend verify version vibrate view visit visualise visualize void vote wait wake walk
  want warm warn warrant watch weigh weight welcome whitelist widen win wipe wire withdraw withhold work wrap write yield
  zip zoom
`);

/** Verbs that name a thing at least as often: "Email notifications", "Order history". */
export const NOUN_LIKE: ReadonlySet<string> = words(`
  access account average act address advance alert answer audit author back backup balance ban base batch bill block book boot
  branch budget buffer bundle cache call cap cause chain change charge chart chat check claim click clip clone cluster code
  colour color comment commit control cool copy count cover crash credit cut deal debit default delay design detail dial diff
  direct display document double draft drag draw drift drive drop dump duplicate echo email empty end escape estimate
  exchange exit experience express face fade fall favour favor feed fill fire fit fix flag flash flip float flow flush focus
  fold force forecast fork form format forward function gain gate grade grant graph group guarantee guard guess guide hash
  heat help hit hold host hover idle index initiate inline input inventory invite invoice issue judge jump kill label land last launch
  lead leak level license lift light limit link list live load lock log look loop lower mail map mark mask match mean measure
  message meter mirror mix mock model monitor mount move name narrow note number offer open order orient output overlay own pack
  package pad page pair pan park pass paste patch pause pay pick pin pipe place plan play plot plug point poll pool port post power
  practice present press price print probe process produce profile program project prompt proxy pull purchase push
  query queue quote raise range rank rate reach read record reference release reply report request reserve result return
  review reward roll round route run sample scale scan schedule score screen scroll seal secure seed segment sequence set
  shade shape share shift ship show sign signal size slice slide slow smooth sound source spin split spread stack stage stamp start
  state stay step stop store stream strip structure style supply surface swap switch tag tail target test tie time timestamp toggle total
  touch trace track trade train transfer transition trial trigger trim trip trust turn type update upgrade use version view visit void vote
  wait walk warm watch weight wire work yield zip zoom access sync download upload export import search filter sort preview
  support reset edit archive undo login test web content data user key token
`);

/** Of those, what is hardly ever a plural in the third person: "The page shows …". */
export const PLAIN: ReadonlySet<string> = words(
  'show display run start stop store return read open support use work hold stay help play set fade bounce turn',
);

export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u).filter((word) => word !== ''));
}
