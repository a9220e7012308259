-- Rules also start at a state that lasts, at a time, when a device is offline or online, and when an alarm is opened.
alter table linkage.rule add column trigger_kind smallint not null default 1;
alter table linkage.rule add column trigger jsonb not null default '{}';
alter table linkage.rule alter column trigger_event drop not null;
-- Rules at a time: when next, and since when that is known; a time plan or a site may change meanwhile.
alter table linkage.rule add column next_at timestamptz;
alter table linkage.rule add column planned_at timestamptz;
-- Rules at a state: null until what holds already was noted, because only what begins to hold starts a rule.
alter table linkage.rule add column watched_at timestamptz;
create index rule_kind on linkage.rule (trigger_kind) where state = 1;

-- Conditions are a list of which all must hold, no longer one of each kind.
update linkage.rule r set conditions = (
  select coalesce(jsonb_agg(c), '[]') from (
    select jsonb_build_object('what', 1, 'name', 'result', 'op', 1, 'value', r.conditions -> 'result') as c
      where r.conditions ->> 'result' is not null
    union all
    select jsonb_build_object('what', 1, 'name', 'direction', 'op', 1, 'value', r.conditions -> 'direction')
      where r.conditions ->> 'direction' is not null
    union all
    select jsonb_build_object('what', 2, 'groupId', r.conditions -> 'groupId') where r.conditions ->> 'groupId' is not null
    union all
    select jsonb_build_object('what', 3, 'from', r.conditions -> 'from', 'to', r.conditions -> 'to')
      where r.conditions ->> 'from' is not null and r.conditions ->> 'to' is not null
  ) all_of);
alter table linkage.rule alter column conditions set default '[]';

alter table linkage.run add column cause jsonb;
alter table linkage.run add column checks jsonb not null default '[]';

-- Parts of devices that are in the state of a rule, since when, and whether the rule has started for it.
create table linkage.watch (
  linkage_id bigint not null references linkage.rule,
  device_id bigint not null references devices.device,
  component text not null default '',
  source_id bigint not null,
  app_id bigint not null,
  since timestamptz not null,
  started boolean not null default false,
  primary key (linkage_id, device_id, component)
);
create index watch_device on linkage.watch (device_id);
create index watch_app on linkage.watch (app_id);
select base.protect('linkage.watch');
