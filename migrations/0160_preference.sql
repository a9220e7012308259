-- What a person chose about the console: columns of lists, saved views. It follows them to other browsers.
create table identity.preference (
  account_id bigint not null references identity.account (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, name)
);
select base.protect('identity.preference', true);
