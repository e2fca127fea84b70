Feature: Shop as a guest

  Scenario: The cart is empty at first
    Given I am on the home page
    When I click the Cart link
    Then I should see "Your cart is empty"

  Scenario: A mug goes into the cart
    Given I open "/products/1"
    When I click "Add to cart"
    Then I should see "Enamel mug"
    And the table has 1 row

  Scenario: Several of one thing
    Given I open "/products/1"
    When I set Quantity to 3
    And I click "Add to cart"
    Then the "Quantity of Enamel mug" field contains "3"
    And I should see "€37.50"

  Scenario: Taking one thing out leaves the other
    Given I open "/products/1"
    And I click "Add to cart"
    And I open "/products/3"
    And I click "Add to cart"
    When I click Remove in the "Stoneware bowl" row
    Then I should not see "Stoneware bowl"
    And I should see "Enamel mug"

  Scenario Outline: The room <room>
    Given I am on the home page
    When I click "<room>"
    Then I should see "<product>"

    Examples:
      | room     | product       |
      | Kitchen  | Copper kettle |
      | Lighting | Desk lamp     |

  Scenario: Opening hours on the moon
    When I click "About"
    Then I should see "Open on the moon"

  Scenario: Gift wrapping
    Given I open "/products/1"
    When I click "Wrap as a gift"
    Then I should see "Wrapped"
