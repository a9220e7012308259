-- Where the holder of an account signed in during the last 30 days. Guesses from elsewhere are counted apart from theirs.
create table identity.known_place (
  account_id bigint not null references identity.account on delete cascade,
  address text not null,
  last_at timestamptz not null,
  primary key (account_id, address)
);
create index known_place_last on identity.known_place (last_at);
select base.protect('identity.known_place', true);
insert into identity.known_place (account_id, address, last_at)
  select account_id, ip, max(at) from identity.login_log l
  where result = 0 and ip is not null and at > now() - interval '30 days' and exists (select from identity.account a where a.id = l.account_id) group by 1, 2;
