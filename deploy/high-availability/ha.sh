#!/bin/sh
# PostgreSQL with a synchronous standby for Baton, from Debian's own packages. Each command may be run again: it leaves what is
# done as it is. docs/high-availability.md goes through a set-up, a failover and the way back.
set -eu

usage() {
  cat <<'TEXT'
Usage: ha.sh COMMAND [OPTIONS], as root on a Debian with the package postgresql

On the machine of the primary:
  primary       create the cluster, the roles, the database and the replication slot
  synchronous   from now on a write is answered once the standby has it too; needs a standby that streams
  alone         answer writes without a standby; what is written until "synchronous" can be lost with this machine
On the other one:
  standby       copy the primary and stream from it
  promote       make this standby the primary; refused while the other one answers as a primary
  rejoin        make the former primary the standby of the new one (pg_rewind; --fresh copies everything)
Anywhere:
  status        role, timeline and replication of this cluster
  url           the DATABASE_URL for every Baton server
  nginx         nginx.conf for several Baton servers, on standard output

Options, of which port, listen, peer and allow are kept for the next time:
  --cluster NAME       name of the cluster (baton)
  --port PORT          its port (5432)
  --listen ADDRESS     the address it listens on; 0.0.0.0 for all (127.0.0.1)
  --peer HOST:PORT     the other cluster
  --allow RANGE        addresses of the other machine and of the Baton servers, such as 10.0.0.0/24; may be repeated (127.0.0.1/32)
  --passwords FILE     made by "primary"; copy it to the other machine (/etc/baton/database-passwords)
  --fresh              rejoin: copy the primary anew; the old data is kept beside it
  --force              promote: although the other one still answers. Stop it first if there is any way to
  --hosts H:P,H:P      url: both clusters, the primary first
  --server HOST:PORT   nginx: a Baton server; may be repeated
  --name NAME          nginx: the name people open, such as baton.example
  --certificate FILE   nginx: its certificate (/etc/ssl/NAME.pem)
  --key FILE           nginx: and key (/etc/ssl/private/NAME.key)
  --template FILE      nginx: Baton's nginx.conf (docs/nginx.conf of the checkout, or beside this script)
TEXT
}

say() { printf '%s\n' "$*" >&2; }
fail() { say "ha.sh: $*"; exit 1; }
wrong() { say "ha.sh: $*. See ha.sh --help"; exit 2; }

DATABASE=baton
ROLE=baton
REPLICATION=baton_replication
# The slot and the name under which the standby connects, whichever machine it is.
STANDBY=baton_standby

cluster=baton port= listen= peer= allowed= passwords=/etc/baton/database-passwords
fresh=no force=no hosts= servers= name= certificate= key= template=

[ $# -gt 0 ] || { usage >&2; exit 2; }
command=$1
shift
case $command in -h | --help | help) usage; exit 0 ;; esac
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --fresh) fresh=yes; shift; continue ;;
    --force) force=yes; shift; continue ;;
  esac
  [ $# -ge 2 ] || wrong "$1 needs a value"
  case $1 in
    --cluster) cluster=$2 ;;
    --port) port=$2 ;;
    --listen) listen=$2 ;;
    --peer) peer=$2 ;;
    --allow) allowed="$allowed $2" ;;
    --passwords) passwords=$2 ;;
    --hosts) hosts=$2 ;;
    --server) servers="$servers $2" ;;
    --name) name=$2 ;;
    --certificate) certificate=$2 ;;
    --key) key=$2 ;;
    --template) template=$2 ;;
    *) wrong "there is no option $1" ;;
  esac
  shift 2
done
case $cluster in '' | *[!a-z0-9_]*) wrong "--cluster takes small letters, digits and _" ;; esac
case $port in *[!0-9]*) wrong "--port takes a number" ;; esac

require_postgres() {
  [ "$(id -u)" = 0 ] || fail "run this as root"
  command -v pg_createcluster >/dev/null || fail "PostgreSQL is missing: apt-get install postgresql"
  version=$(pg_lsclusters --no-header | awk -v name="$cluster" '$2 == name { print $1 }' | tail -n 1)
  [ -n "$version" ] || version=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -n | tail -n 1)
  [ "${version:-0}" -ge 15 ] || fail "Baton needs PostgreSQL 15 or newer"
  programs=/usr/lib/postgresql/$version/bin
  settings=/etc/postgresql/$version/$cluster
  data=/var/lib/postgresql/$version/$cluster
  passfile=/var/lib/postgresql/$cluster.pgpass
  # What was said before holds until it is said anew.
  port=${port:-$(kept port)} listen=${listen:-$(kept listen)} peer=${peer:-$(kept peer)} allowed=${allowed:-$(kept allow)}
  port=${port:-5432} listen=${listen:-127.0.0.1} allowed=${allowed:-127.0.0.1/32}
}
kept() { sed -n "s/^$1=//p" "$settings/baton-ha" 2>/dev/null || true; }

require_peer() {
  case $peer in *?:*[0-9]) ;; *) wrong "--peer HOST:PORT is missing: the other cluster" ;; esac
  peer_host=${peer%:*} peer_port=${peer##*:}
}

exists() { pg_lsclusters --no-header | awk -v name="$cluster" '$2 == name { found = 1 } END { exit !found }'; }
require_cluster() { exists || fail "there is no cluster $cluster on this machine"; }
is_online() { pg_lsclusters --no-header | awk -v name="$cluster" '$2 == name && $4 ~ /^online/ { found = 1 } END { exit !found }'; }
start() { is_online || pg_ctlcluster "$version" "$cluster" start; wait_for "select 1"; }
stop() { if is_online; then pg_ctlcluster "$version" "$cluster" stop --mode fast; fi; }
as_postgres() { runuser -u postgres -- "$@"; }
# Never waits for a standby: what is written here is replicated like everything else.
sql() { PGOPTIONS='-c synchronous_commit=local' as_postgres psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --port "$port" --dbname "${2:-postgres}" --command "$1"; }
# The first argument is a query whose row means yes.
holds() { [ -n "$(sql "$1")" ]; }
wait_for() {
  left=300
  until holds "$1" 2>/dev/null; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "after 60 seconds this does not hold yet: $1"
    sleep 0.2
  done
}
is_standby() { holds "select 1 where pg_is_in_recovery()"; }

password_of() { sed -n "s/^$1=//p" "$passwords"; }
require_passwords() { [ -r "$passwords" ] || fail "$passwords is missing: copy it from the other machine, readable for root alone"; }
make_passwords() {
  [ ! -e "$passwords" ] || return 0
  mkdir -p "$(dirname "$passwords")"
  (umask 077 && for role in $ROLE $REPLICATION; do printf '%s=%s\n' "$role" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"; done >"$passwords")
  say "The passwords are in $passwords: copy it to the other machine."
}

# What this machine needs of its own is under /etc, since copies and pg_rewind replace the data folder whole.
write_settings() {
  printf 'port=%s\nlisten=%s\npeer=%s\nallow=%s\n' "$port" "$listen" "$peer" "$allowed" >"$settings/baton-ha"
  cat >"$settings/conf.d/baton.conf" <<TEXT
# Written by ha.sh.
listen_addresses = '$listen'
port = $port
password_encryption = scram-sha-256
wal_level = replica
wal_log_hints = on
max_wal_senders = 10
max_replication_slots = 10
hot_standby = on
synchronous_commit = on
# A standby that is away must not fill the disk: beyond this it is copied anew.
max_slot_wal_keep_size = 8GB
wal_keep_size = 512MB
primary_slot_name = '$STANDBY'
TEXT
  [ -z "$peer" ] || printf "primary_conninfo = 'host=%s port=%s user=%s application_name=%s passfile=%s'\n" \
    "$peer_host" "$peer_port" "$REPLICATION" "$STANDBY" "$passfile" >>"$settings/conf.d/baton.conf"
  [ -e "$settings/conf.d/baton-synchronous.conf" ] || : >"$settings/conf.d/baton-synchronous.conf"
  sed -i '/^# Baton, by ha.sh/,/^# End of Baton/d' "$settings/pg_hba.conf"
  {
    echo '# Baton, by ha.sh'
    for range in $allowed; do
      echo "host $DATABASE $ROLE $range scram-sha-256"
      echo "host replication,postgres $REPLICATION $range scram-sha-256"
    done
    echo '# End of Baton'
  } >>"$settings/pg_hba.conf"
  (umask 077 && printf '*:*:*:%s:%s\n' "$REPLICATION" "$(password_of $REPLICATION)" >"$passfile")
  chown postgres:postgres "$passfile" "$settings"/conf.d/baton*.conf
}

set_synchronous() {
  if [ "$1" = on ]; then echo "synchronous_standby_names = '$STANDBY'"; fi >"$settings/conf.d/baton-synchronous.conf"
  sql 'select pg_reload_conf()' >/dev/null
}

# A standby that was away for longer than the log is kept for leaves a slot that nobody can use any more.
make_slot() {
  sql "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '$STANDBY' and wal_status = 'lost'" >/dev/null
  sql "select pg_create_physical_replication_slot('$STANDBY') where not exists (select from pg_replication_slots where slot_name = '$STANDBY')" >/dev/null
}

primary() {
  [ -z "$peer" ] || require_peer
  make_passwords
  exists || pg_createcluster "$version" "$cluster" --port "$port" --encoding UTF8 --locale C.UTF-8 -- --data-checksums >&2
  ! { is_online && is_standby; } || fail "this cluster is a standby"
  before=$(cat "$settings"/conf.d/baton.conf 2>/dev/null || true)
  write_settings
  if is_online && [ "$before" != "$(cat "$settings/conf.d/baton.conf")" ]; then pg_ctlcluster "$version" "$cluster" restart; fi
  start
  sql 'select pg_reload_conf()' >/dev/null
  for role in $ROLE $REPLICATION; do
    holds "select 1 from pg_roles where rolname = '$role'" || sql "create role $role login"
    # Over standard input: arguments can be read by everybody on the machine.
    printf "set synchronous_commit = local; alter role %s password '%s';\n" "$role" "$(password_of "$role")" |
      as_postgres psql --no-psqlrc --quiet --port "$port" --dbname postgres
  done
  sql "alter role $REPLICATION replication"
  sql "grant pg_checkpoint to $REPLICATION"
  # What pg_rewind reads of a new primary.
  for function in 'pg_ls_dir(text, boolean, boolean)' 'pg_stat_file(text, boolean)' 'pg_read_binary_file(text)' \
    'pg_read_binary_file(text, bigint, bigint, boolean)'; do
    sql "grant execute on function pg_catalog.$function to $REPLICATION"
  done
  holds "select 1 from pg_database where datname = '$DATABASE'" || sql "create database $DATABASE owner $ROLE"
  make_slot
  say "The primary runs on port $port. Next: ha.sh standby on the other machine, then ha.sh synchronous here."
}

TIMELINE="select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int"
ask_peer() {
  as_postgres env PGPASSFILE="$passfile" PGCONNECT_TIMEOUT=3 psql --no-psqlrc --quiet --tuples-only --no-align --no-password \
    --host "$peer_host" --port "$peer_port" --username "$REPLICATION" --dbname postgres --command "$1" 2>/dev/null
}
peer_is_primary() { [ "$(ask_peer 'select pg_is_in_recovery()')" = f ]; }

# Into an empty folder.
copy_peer() {
  as_postgres env PGPASSFILE="$passfile" "$programs/pg_basebackup" --pgdata "$data" --host "$peer_host" --port "$peer_port" \
    --username "$REPLICATION" --no-password --slot "$STANDBY" --wal-method stream --checkpoint fast
}
# On the timeline of the primary: what was written here and nowhere else would keep it on its own.
streams_from_peer() {
  holds "select 1 from pg_stat_wal_receiver where status = 'streaming' and received_tli = $(ask_peer "$TIMELINE")"
}
begin_as_standby() {
  as_postgres touch "$data/standby.signal"
  : >"$settings/conf.d/baton-synchronous.conf"
  start
  left=150
  until streams_from_peer 2>/dev/null; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "this standby does not stream from $peer: its log says why, and ha.sh rejoin --fresh copies everything"
    sleep 0.2
  done
  # A slot that came with the data, or is left of the time as a primary, would keep all log from now on.
  sql "select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active" >/dev/null
}

standby() {
  require_peer
  require_passwords
  if exists; then
    start
    is_standby || fail "the cluster $cluster takes writes here: it is no standby. After a failover use ha.sh rejoin"
    say "This is a standby already."
    return 0
  fi
  pg_createcluster "$version" "$cluster" --port "$port" >&2
  write_settings
  rm -r "$data"
  as_postgres mkdir -m 700 "$data"
  if ! copy_peer; then
    pg_dropcluster "$version" "$cluster"
    rm -rf "$settings"
    fail "the primary could not be copied; nothing is left of the attempt"
  fi
  begin_as_standby
  say "The standby streams from $peer. Next: ha.sh synchronous on the primary."
}

synchronous() {
  require_cluster
  ! is_standby || fail "this is the standby: run it on the primary"
  holds "select 1 from pg_stat_replication where application_name = '$STANDBY' and state = 'streaming'" ||
    fail "no standby streams from here: every write would wait for one"
  set_synchronous on
  wait_for "select 1 from pg_stat_replication where application_name = '$STANDBY' and sync_state = 'sync'"
  say "A write is now answered once the standby has it too."
}

alone() {
  require_cluster
  ! is_standby || fail "this is the standby: run it on the primary"
  set_synchronous off
  make_slot
  say "Writes are answered without a standby. What is written until the next ha.sh synchronous is on this machine only."
}

promote() {
  require_cluster
  require_peer
  if ! is_standby; then
    say "This is the primary already."
    return 0
  fi
  if [ $force = no ] && peer_is_primary; then
    fail "$peer still answers as a primary: stop its PostgreSQL first, so that only one takes writes"
  fi
  pg_ctlcluster "$version" "$cluster" promote
  wait_for 'select 1 where not pg_is_in_recovery()'
  set_synchronous off
  make_slot
  say "This is the primary now, without a standby. Keep the other machine's PostgreSQL stopped until ha.sh rejoin there, then ha.sh synchronous here."
}

rejoin() {
  require_cluster
  require_peer
  require_passwords
  write_settings
  peer_is_primary || fail "$peer does not answer as a primary: promote it first"
  if is_online && is_standby && streams_from_peer; then
    say "This is its standby already."
    return 0
  fi
  stop
  # Until its next checkpoint pg_rewind does not see that the other one was promoted.
  ask_peer checkpoint || true
  if [ $fresh = no ] && as_postgres env PGPASSFILE="$passfile" "$programs/pg_rewind" --target-pgdata "$data" \
    --config-file "$settings/postgresql.conf" --source-server \
    "host=$peer_host port=$peer_port user=$REPLICATION dbname=postgres" >&2; then
    say "Rewound to where both were one."
  else
    [ $fresh = yes ] || fail "pg_rewind failed: run this again with --fresh"
    before=$data.before-$(date -u +%Y%m%d-%H%M%S)
    mv "$data" "$before"
    as_postgres mkdir -m 700 "$data"
    copy_peer
    say "Copied anew. The former data is in $before: delete it when all is well."
  fi
  begin_as_standby
  say "The standby streams from $peer. Next: ha.sh synchronous there."
}

status() {
  require_cluster
  is_online || fail "the cluster $cluster is stopped"
  if is_standby; then
    sql "select 'standby, ' || status || ' from ' || sender_host || ':' || sender_port || ' on timeline ' || received_tli from pg_stat_wal_receiver" | grep . || echo 'standby, not connected to a primary'
    sql "select 'replayed up to ' || coalesce(pg_last_xact_replay_timestamp()::text, 'the copy')"
    return 0
  fi
  echo "primary on timeline $(sql "$TIMELINE")"
  sql "select case current_setting('synchronous_standby_names') when '' then 'writes wait for no standby' else 'writes wait for ' || current_setting('synchronous_standby_names') end"
  sql "select 'standby ' || client_addr || ': ' || state || ', ' || sync_state || ', ' || pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn) || ' bytes behind' from pg_stat_replication where application_name = '$STANDBY'" | grep . || echo 'no standby is connected'
  sql "select 'slot ' || slot_name || ': ' || case when active then 'in use' else 'unused' end || ', keeps ' || pg_size_pretty(greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)) || ' of log, ' || wal_status from pg_replication_slots where restart_lsn is not null"
}

url() {
  require_passwords
  [ -n "$hosts" ] || wrong "--hosts is missing: both clusters, such as 10.0.0.11:5432,10.0.0.12:5432"
  echo "DATABASE_URL=postgres://$ROLE:$(password_of $ROLE)@$hosts/$DATABASE"
}

# The servers, the name and the certificate in docs/nginx.conf, as an operator changes them by hand.
nginx_config() {
  here=$(dirname "$0")
  for file in "$template" "$here/../../docs/nginx.conf" "$here/nginx.conf"; do
    if [ -n "$file" ] && [ -r "$file" ]; then template=$file; break; fi
  done
  [ -r "$template" ] || fail "docs/nginx.conf is not here: name it with --template"
  [ -n "$servers" ] || wrong "--server is missing: a Baton server, such as 10.0.0.21:3000"
  [ -n "$name" ] || wrong "--name is missing: the name people open"
  awk -v servers="$servers" -v name="$name" -v certificate="${certificate:-/etc/ssl/$name.pem}" \
    -v key="${key:-/etc/ssl/private/$name.key}" '
    function put(text, from, to,   at) {
      at = index(text, from)
      return at ? substr(text, 1, at - 1) to substr(text, at + length(from)) : text
    }
    /^ *server 127\.0\.0\.1:[0-9]+ / {
      if (done++) next
      count = split(servers, each, " ")
      rest = $0
      sub(/^ *server 127\.0\.0\.1:[0-9]+ /, "", rest)
      for (at = 1; at <= count; at++) print "    server " each[at] " " rest
      next
    }
    /ssl_certificate_key / { $0 = put($0, "/etc/ssl/private/baton.example.key", key) }
    /ssl_certificate / { $0 = put($0, "/etc/ssl/baton.example.pem", certificate) }
    /server_name / { $0 = put($0, "baton.example", name) }
    { print }
  ' "$template"
}

case $command in
  primary | standby | synchronous | alone | promote | rejoin | status) require_postgres; "$command" ;;
  url) url ;;
  nginx) nginx_config ;;
  *) wrong "there is no command $command" ;;
esac
