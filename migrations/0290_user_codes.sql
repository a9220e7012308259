-- Each account has a code of its own, by which others name it without knowing its id or phone. A main account has the code of its organisation.
alter table identity.account add column user_code text;
create function identity.give_user_code() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  -- A restored row has its code.
  if new.user_code is null and new.main then
    select o.code into new.user_code from identity.organisation o
      where o.id = new.source_id and not exists (select from identity.account a where a.user_code = o.code and a.deleted_at is null);
  end if;
  new.user_code := coalesce(new.user_code, 'u' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 15));
  return new;
end $$;
revoke execute on function identity.give_user_code() from public;
create trigger give_user_code before insert on identity.account for each row execute function identity.give_user_code();
update identity.account set user_code = 'u' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 15);
update identity.account a set user_code = o.code from identity.organisation o
  where o.id = a.source_id and a.deleted_at is null
    and a.id = (select min(b.id) from identity.account b where b.source_id = a.source_id and b.main and b.deleted_at is null);
alter table identity.account alter column user_code set not null;
create unique index account_user_code on identity.account (user_code) where deleted_at is null;
